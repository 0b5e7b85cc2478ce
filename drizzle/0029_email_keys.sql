-- The keys of e-mail addresses beyond ASCII are composed by the step of this migration: SQL knows no IDNA.
select 1;
