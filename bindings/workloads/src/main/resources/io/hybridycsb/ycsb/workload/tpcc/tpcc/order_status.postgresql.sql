-- Order-Status (2.6): a customer's newest order with its lines.
DECLARE
  v_customer bigint;
  v_count bigint;
  v_order bigint;
  v_entry bigint;
  v_carrier bigint;
  v_balance bigint;
  v_ids varchar(16383);
  v_items varchar(16383);
  v_supplies varchar(16383);
  v_quantities varchar(16383);
  v_amounts varchar(16383);
  v_dates varchar(16383);
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
  SELECT
      CAST(convert_from(o_entry_d, 'UTF8') AS bigint),
      CAST(convert_from(o_carrier_id, 'UTF8') AS bigint),
      convert_from(ol_i_id, 'UTF8'),
      convert_from(ol_supply_w_id, 'UTF8'),
      convert_from(ol_quantity, 'UTF8'),
      convert_from(ol_amount, 'UTF8'),
      convert_from(ol_delivery_d, 'UTF8')
    INTO v_entry, v_carrier, v_items, v_supplies, v_quantities, v_amounts, v_dates
    FROM orders WHERE ycsb_key = concat(p_warehouse, '_', p_district, '_', v_order);
  IF v_items IS NULL THEN
    RAISE EXCEPTION 'a row of orders is absent: load first, with the same scale';
  END IF;
  RETURN 0;
END
