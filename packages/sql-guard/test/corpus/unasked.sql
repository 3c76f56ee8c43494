-- Plain selects as people write them, which run without a question.

-- the newest orders
select id, total from orders where created_at > now() order by created_at desc;

/* report for March
   by the sales team */
select customer_id, sum(total) as total from orders group by customer_id having (sum(total) > 100);

select * from (select id, name from customers where active) c where c.name is not null;

select c.name, (select count(*) from orders o where o.customer_id = c.id) as orders from customers c;

select c.* from customers c where exists (select 1 from orders o where o.customer_id = c.id);

select c.* from customers c where not exists (select from orders o where o.customer_id = c.id);

select id, row_no from (select id, sum(1) over (order by id) as row_no from orders) numbered where (row_no < 10);

select id, avg(total) over (partition by customer_id order by created_at rows between 3 preceding and current row) from orders;

select count(*) filter (where paid) as paid, count(*) filter (where not paid) as open from orders;

select count(*) filter (where paid) over (partition by customer_id) from orders;

select string_agg(name, ', ' order by name) filter (where (active)) from customers;

select sum(total) over w, max(total) over w from orders window w as (partition by customer_id);

select * from orders where status in ('open', 'sent') and (total > 10 or (customer_id = 3 and not (paid)));

select * from orders where customer_id in (select id from customers where country = 'PT');

select * from orders where customer_id not in (1, 2) and total > all (select total from refunds);

select * from orders where status = any ('{open,sent}') or total >= some (array[1, 2]);

select o.id, c.name from orders o join customers c on (c.id = o.customer_id) left join refunds r on (r.order_id = o.id);

select o.id, i.sku from orders o join items i using (order_id) left join stock using (sku);

select d.day, count(o.id) from days d cross join lateral (select id from orders where (created_at = d.day)) o group by d.day;

select distinct on (customer_id) customer_id, total from orders order by customer_id, total desc;

select case when (total > 100) then ('large') when total is null then 'none' else ('small') end from orders;

select cast(total as text), coalesce(note, ''), nullif(trim(note), '') from orders;

select extract(year from cast(created_at as date)) as year, count(*) from orders group by 1 order by 1;

select to_char(date_trunc('month', created_at), 'YYYY-MM') as month, sum(total) from orders group by date_trunc('month', created_at);

select array(select id from customers order by id) as ids;

select * from orders where (customer_id, status) = (3, 'open');

select * from orders where row(customer_id, status) = row(3, 'open');

select * from (values (1, 'a'), (2, 'b')) as letters;

select id from orders union (select id from refunds) union all (select id from invoices) order by 1;

select id from orders except (select order_id from refunds) intersect (select id from invoices);

select * from orders order by created_at desc limit (10) offset (20);

select (1 + 2) * (3 - 4) as number, (select max(id) from orders) as last;

select upper(left(name, 1)) || lower(substring(name from 2)) from customers where length(name) > 3;

select * from customers where (name like 'A%') is true and (score between 1 and 2);

select * from orders -- all of them
where (paid) -- but the open ones
;
