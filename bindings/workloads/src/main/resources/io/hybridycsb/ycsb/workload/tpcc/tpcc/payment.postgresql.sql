-- Payment (2.5), by a customer's number, or by a last name: then it is the one in the middle.
DECLARE
  v_customer bigint;
  v_count bigint;
  v_payment bigint;
  v_ids varchar(16383);
  v_payer varchar(16383);
  v_credit varchar(16383);
  v_district varchar(16383);
  v_warehouse varchar(16383);
  v_name varchar(16383);
  v_terms varchar(16383);
  v_customer_at varchar(16383);
  v_district_at varchar(16383);
  v_warehouse_at varchar(16383);
BEGIN
  v_customer := p_c_number;
  IF p_c_last <> '' THEN
    SELECT convert_from(c_ids, 'UTF8') INTO v_ids
      FROM customer_name WHERE ycsb_key = concat(p_c_warehouse, '_', p_c_district, '_', p_c_last);
    IF v_ids IS NULL THEN
      RAISE EXCEPTION 'a row of customer_name is absent: load first, with the same scale';
    END IF;
    v_count := char_length(v_ids) - char_length(replace(v_ids, ' ', '')) + 1;
    v_customer := CAST(split_part(v_ids, ' ', CAST((v_count + 1) / 2 AS integer)) AS bigint);
  END IF;
  v_payer := concat(p_c_warehouse, '_', p_c_district, '_', v_customer);
  SELECT
      CAST(convert_from(c_payment_cnt, 'UTF8') AS bigint),
      convert_from(c_credit, 'UTF8'),
      concat(convert_from(c_first, 'UTF8'), convert_from(c_middle, 'UTF8'), convert_from(c_last, 'UTF8')),
      concat(
        convert_from(c_street_1, 'UTF8'), convert_from(c_street_2, 'UTF8'),
        convert_from(c_city, 'UTF8'), convert_from(c_state, 'UTF8'), convert_from(c_zip, 'UTF8'),
        convert_from(c_phone, 'UTF8')),
      concat(
        convert_from(c_since, 'UTF8'), convert_from(c_credit_lim, 'UTF8'),
        convert_from(c_discount, 'UTF8'), convert_from(c_balance, 'UTF8'))
    INTO v_payment, v_credit, v_name, v_customer_at, v_terms
    FROM customer WHERE ycsb_key = v_payer;
  IF v_payment IS NULL THEN
    RAISE EXCEPTION 'a row of customer is absent: load first, with the same scale';
  END IF;
  SELECT
      convert_from(d_name, 'UTF8'),
      concat(
        convert_from(d_street_1, 'UTF8'), convert_from(d_street_2, 'UTF8'),
        convert_from(d_city, 'UTF8'), convert_from(d_state, 'UTF8'), convert_from(d_zip, 'UTF8'))
    INTO v_district, v_district_at
    FROM district WHERE ycsb_key = concat(p_warehouse, '_', p_district);
  IF v_district IS NULL THEN
    RAISE EXCEPTION 'a row of district is absent: load first, with the same scale';
  END IF;
  SELECT
      convert_from(w_name, 'UTF8'),
      concat(
        convert_from(w_street_1, 'UTF8'), convert_from(w_street_2, 'UTF8'),
        convert_from(w_city, 'UTF8'), convert_from(w_state, 'UTF8'), convert_from(w_zip, 'UTF8'))
    INTO v_warehouse, v_warehouse_at
    FROM warehouse WHERE ycsb_key = CAST(p_warehouse AS text);
  IF v_warehouse IS NULL THEN
    RAISE EXCEPTION 'a row of warehouse is absent: load first, with the same scale';
  END IF;
  v_payment := v_payment + 1;
  UPDATE warehouse SET
      w_ytd = convert_to(CAST(CAST(convert_from(w_ytd, 'UTF8') AS bigint) + p_amount AS text), 'UTF8'),
      ycsb_version = ycsb_version + 1
    WHERE ycsb_key = CAST(p_warehouse AS text);
  UPDATE district SET
      d_ytd = convert_to(CAST(CAST(convert_from(d_ytd, 'UTF8') AS bigint) + p_amount AS text), 'UTF8'),
      ycsb_version = ycsb_version + 1
    WHERE ycsb_key = concat(p_warehouse, '_', p_district);
  UPDATE customer SET
      c_balance = convert_to(CAST(CAST(convert_from(c_balance, 'UTF8') AS bigint) - p_amount AS text), 'UTF8'),
      c_ytd_payment = convert_to(CAST(CAST(convert_from(c_ytd_payment, 'UTF8') AS bigint) + p_amount AS text), 'UTF8'),
      c_payment_cnt = convert_to(CAST(v_payment AS text), 'UTF8'),
      ycsb_version = ycsb_version + 1
    WHERE ycsb_key = v_payer;
  IF v_credit = 'BC' THEN
    UPDATE customer SET
        c_data = convert_to(substr(concat(
          v_customer, ' ', p_c_district, ' ', p_c_warehouse, ' ', p_district, ' ', p_warehouse, ' ',
          p_amount, '|', convert_from(c_data, 'UTF8')), 1, 500), 'UTF8')
      WHERE ycsb_key = v_payer;
  END IF;
  INSERT INTO history (
      ycsb_key, ycsb_version, h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount,
      h_data)
    VALUES (
      concat(p_c_warehouse, '_', p_c_district, '_', v_customer, '_', v_payment),
      1,
      convert_to(CAST(v_customer AS text), 'UTF8'),
      convert_to(CAST(p_c_district AS text), 'UTF8'),
      convert_to(CAST(p_c_warehouse AS text), 'UTF8'),
      convert_to(CAST(p_district AS text), 'UTF8'),
      convert_to(CAST(p_warehouse AS text), 'UTF8'),
      convert_to(CAST(p_date AS text), 'UTF8'),
      convert_to(CAST(p_amount AS text), 'UTF8'),
      convert_to(concat(v_warehouse, '    ', v_district), 'UTF8'));
  RETURN p_amount;
END
