-- When workers were last asked to move the files of a suspended or closing account; null while it is shown.
alter table users add column files_withdrawn_at timestamptz;
