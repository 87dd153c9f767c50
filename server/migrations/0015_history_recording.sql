-- While paused, nothing that the person watches is added to their watch history.
alter table users add column is_history_paused boolean not null default false;
