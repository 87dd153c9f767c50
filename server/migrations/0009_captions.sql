-- The text tracks of the source, in their order: [{file, language, label}]. Null until the source was searched for
-- them.
alter table videos add column captions jsonb;
