-- Tracks of text that came with the source, in its order: [{file, language, label}]. Null until it was looked for them.
alter table videos add column captions jsonb;
