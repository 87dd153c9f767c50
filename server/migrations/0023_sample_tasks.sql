-- The samples of a demo site that have not been made yet. They used to be stored among the secrets.
create table sample_tasks (key text primary key);
insert into sample_tasks (key) select substr(name, 8) from secrets where starts_with(name, 'sample:');
delete from secrets where starts_with(name, 'sample:');
