-- The samples of a demo site that are still to be made. They were kept among the secrets before.
create table sample_tasks (key text primary key);
insert into sample_tasks (key) select substr(name, 8) from secrets where starts_with(name, 'sample:');
delete from secrets where starts_with(name, 'sample:');
