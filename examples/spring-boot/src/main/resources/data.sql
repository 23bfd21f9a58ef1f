insert into stock (article, pieces)
select 'tea', 1000 where not exists (select 1 from stock where article = 'tea');
