CREATE TABLE "backups" (
	"moment" timestamp (3) with time zone PRIMARY KEY NOT NULL
);
