-- One row, of the database and of no store: a known text under the key that everything else is encrypted under.
CREATE TABLE "encryption_check" (
	"one" boolean PRIMARY KEY DEFAULT true CHECK ("one"),
	"sealed" text NOT NULL
);
