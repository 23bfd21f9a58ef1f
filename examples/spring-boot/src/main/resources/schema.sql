create table if not exists stock (
  article varchar(100) primary key,
  pieces int not null
);
