-- Order-Status (2.6): a customer's newest order with its lines.
DECLARE
  v_customer bigint;
  v_count bigint;
  v_order bigint;
  v_entry bigint;
  v_carrier bigint;
  v_lines bigint;
  v_balance bigint;
  v_ids varchar(16383);
  v_key varchar(16383);
  v_item varchar(16383);
  v_supply varchar(16383);
  v_quantity varchar(16383);
  v_amount varchar(16383);
  v_date varchar(16383);
  v_name varchar(16383);
BEGIN
  v_customer := p_c_number;
  IF p_c_last <> '' THEN
    SELECT convert_from(c_ids, 'UTF8') INTO v_ids
      FROM customer_name WHERE ycsb_key = concat(p_warehouse, '_', p_district, '_', p_c_last);
    IF v_ids IS NULL THEN
      RAISE EXCEPTION 'a row of customer_name is absent: load first, with the same scale';
    END IF;
    v_count := char_length(v_ids) - char_length(replace(v_ids, ' ', '')) + 1;
    v_customer := CAST(split_part(v_ids, ' ', CAST((v_count + 1) / 2 AS integer)) AS bigint);
  END IF;
  SELECT
      CAST(convert_from(c_last_o_id, 'UTF8') AS bigint),
      CAST(convert_from(c_balance, 'UTF8') AS bigint),
      concat(
        convert_from(c_first, 'UTF8'), ' ', convert_from(c_middle, 'UTF8'), ' ',
        convert_from(c_last, 'UTF8'))
    INTO v_order, v_balance, v_name
    FROM customer WHERE ycsb_key = concat(p_warehouse, '_', p_district, '_', v_customer);
  IF v_order IS NULL THEN
    RAISE EXCEPTION 'a row of customer is absent: load first, with the same scale';
  END IF;
  v_key := concat(p_warehouse, '_', p_district, '_', v_order);
  SELECT
      CAST(convert_from(o_entry_d, 'UTF8') AS bigint),
      CAST(convert_from(o_carrier_id, 'UTF8') AS bigint),
      CAST(convert_from(o_ol_cnt, 'UTF8') AS bigint)
    INTO v_entry, v_carrier, v_lines
    FROM orders WHERE ycsb_key = v_key;
  IF v_lines IS NULL THEN
    RAISE EXCEPTION 'a row of orders is absent: load first, with the same scale';
  END IF;
  FOR v_line IN 1 .. 15 LOOP
    IF v_line <= v_lines THEN
      SELECT
          convert_from(ol_i_id, 'UTF8'),
          convert_from(ol_supply_w_id, 'UTF8'),
          convert_from(ol_quantity, 'UTF8'),
          convert_from(ol_amount, 'UTF8'),
          convert_from(ol_delivery_d, 'UTF8')
        INTO v_item, v_supply, v_quantity, v_amount, v_date
        FROM order_line WHERE ycsb_key = concat(v_key, '_', v_line);
      IF v_item IS NULL THEN
        RAISE EXCEPTION 'a row of order_line is absent: load first, with the same scale';
      END IF;
    END IF;
  END LOOP;
  RETURN 0;
END
