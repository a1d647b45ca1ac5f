-- Payment (2.5), by a customer's number, or by a last name: then it is the one in the middle.
BEGIN
  DECLARE v_customer BIGINT;
  DECLARE v_count BIGINT;
  DECLARE v_payment BIGINT;
  DECLARE v_ids TEXT CHARACTER SET utf8mb4;
  DECLARE v_payer TEXT CHARACTER SET utf8mb4;
  DECLARE v_credit TEXT CHARACTER SET utf8mb4;
  DECLARE v_district TEXT CHARACTER SET utf8mb4;
  DECLARE v_warehouse TEXT CHARACTER SET utf8mb4;
  DECLARE v_name TEXT CHARACTER SET utf8mb4;
  DECLARE v_terms TEXT CHARACTER SET utf8mb4;
  DECLARE v_customer_at TEXT CHARACTER SET utf8mb4;
  DECLARE v_district_at TEXT CHARACTER SET utf8mb4;
  DECLARE v_warehouse_at TEXT CHARACTER SET utf8mb4;
  SET v_customer = p_c_number;
  IF p_c_last <> '' THEN
    SELECT c_ids INTO v_ids
      FROM customer_name WHERE ycsb_key = concat(p_c_warehouse, '_', p_c_district, '_', p_c_last);
    IF v_ids IS NULL THEN
      SIGNAL SQLSTATE '45000'
        SET MESSAGE_TEXT = 'a row of customer_name is absent: load first, with the same scale';
    END IF;
    SET v_count = char_length(v_ids) - char_length(replace(v_ids, ' ', '')) + 1;
    SET v_customer = CAST(substring_index(substring_index(v_ids, ' ', CAST((v_count + v_count % 2) * 0.5 AS SIGNED)), ' ', -1) AS SIGNED);
  END IF;
  SET v_payer = concat(p_c_warehouse, '_', p_c_district, '_', v_customer);
  SELECT
      CAST(c_payment_cnt AS SIGNED),
      c_credit,
      concat_ws(' ', c_first, c_middle, c_last),
      concat_ws(' ', c_street_1, c_street_2, c_city, c_state, c_zip, c_phone),
      concat_ws(' ', c_since, c_credit_lim, c_discount, c_balance)
    INTO v_payment, v_credit, v_name, v_customer_at, v_terms
    FROM customer WHERE ycsb_key = v_payer FOR UPDATE;
  IF v_payment IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'a row of customer is absent: load first, with the same scale';
  END IF;
  SELECT d_name, concat_ws(' ', d_street_1, d_street_2, d_city, d_state, d_zip) INTO v_district, v_district_at
    FROM district WHERE ycsb_key = concat(p_warehouse, '_', p_district) FOR UPDATE;
  IF v_district IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'a row of district is absent: load first, with the same scale';
  END IF;
  SELECT w_name, concat_ws(' ', w_street_1, w_street_2, w_city, w_state, w_zip) INTO v_warehouse, v_warehouse_at
    FROM warehouse WHERE ycsb_key = CAST(p_warehouse AS CHAR) FOR UPDATE;
  IF v_warehouse IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'a row of warehouse is absent: load first, with the same scale';
  END IF;
  SET v_payment = v_payment + 1;
  UPDATE warehouse SET
      w_ytd = CAST(w_ytd AS SIGNED) + p_amount,
      ycsb_version = ycsb_version + 1
    WHERE ycsb_key = CAST(p_warehouse AS CHAR);
  UPDATE district SET
      d_ytd = CAST(d_ytd AS SIGNED) + p_amount,
      ycsb_version = ycsb_version + 1
    WHERE ycsb_key = concat(p_warehouse, '_', p_district);
  UPDATE customer SET
      c_balance = CAST(c_balance AS SIGNED) - p_amount,
      c_ytd_payment = CAST(c_ytd_payment AS SIGNED) + p_amount,
      c_payment_cnt = v_payment,
      ycsb_version = ycsb_version + 1
    WHERE ycsb_key = v_payer;
  IF v_credit = 'BC' THEN
    UPDATE customer SET
        c_data = substr(concat(
          v_customer, ' ', p_c_district, ' ', p_c_warehouse, ' ', p_district, ' ', p_warehouse, ' ',
          p_amount, '|', c_data), 1, 500)
      WHERE ycsb_key = v_payer;
  END IF;
  INSERT INTO history (
      ycsb_key, ycsb_version, h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount,
      h_data)
    VALUES (
      concat(p_c_warehouse, '_', p_c_district, '_', v_customer, '_', v_payment),
      1,
      v_customer,
      p_c_district,
      p_c_warehouse,
      p_district,
      p_warehouse,
      p_date,
      p_amount,
      concat(v_warehouse, '    ', v_district));
  RETURN p_amount;
END
