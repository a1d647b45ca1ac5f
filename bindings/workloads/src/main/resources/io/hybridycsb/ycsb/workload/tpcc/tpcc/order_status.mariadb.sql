-- Order-Status (2.6): a customer's newest order with its lines.
BEGIN
  DECLARE v_customer BIGINT;
  DECLARE v_count BIGINT;
  DECLARE v_order BIGINT;
  DECLARE v_entry BIGINT;
  DECLARE v_carrier BIGINT;
  DECLARE v_lines BIGINT;
  DECLARE v_balance BIGINT;
  DECLARE v_ids TEXT CHARACTER SET utf8mb4;
  DECLARE v_key TEXT CHARACTER SET utf8mb4;
  DECLARE v_item TEXT CHARACTER SET utf8mb4;
  DECLARE v_supply TEXT CHARACTER SET utf8mb4;
  DECLARE v_quantity TEXT CHARACTER SET utf8mb4;
  DECLARE v_amount TEXT CHARACTER SET utf8mb4;
  DECLARE v_date TEXT CHARACTER SET utf8mb4;
  DECLARE v_name TEXT CHARACTER SET utf8mb4;
  SET v_customer = p_c_number;
  IF p_c_last <> '' THEN
    SELECT c_ids INTO v_ids
      FROM customer_name WHERE ycsb_key = concat(p_warehouse, '_', p_district, '_', p_c_last);
    IF v_ids IS NULL THEN
      SIGNAL SQLSTATE '45000'
        SET MESSAGE_TEXT = 'a row of customer_name is absent: load first, with the same scale';
    END IF;
    SET v_count = char_length(v_ids) - char_length(replace(v_ids, ' ', '')) + 1;
    SET v_customer = CAST(substring_index(substring_index(v_ids, ' ', CAST((v_count + v_count % 2) * 0.5 AS SIGNED)), ' ', -1) AS SIGNED);
  END IF;
  SELECT CAST(c_last_o_id AS SIGNED), CAST(c_balance AS SIGNED), concat(c_first, ' ', c_middle, ' ', c_last)
    INTO v_order, v_balance, v_name
    FROM customer WHERE ycsb_key = concat(p_warehouse, '_', p_district, '_', v_customer);
  IF v_order IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'a row of customer is absent: load first, with the same scale';
  END IF;
  SET v_key = concat(p_warehouse, '_', p_district, '_', v_order);
  SELECT CAST(o_entry_d AS SIGNED), CAST(o_carrier_id AS SIGNED), CAST(o_ol_cnt AS SIGNED)
    INTO v_entry, v_carrier, v_lines
    FROM orders WHERE ycsb_key = v_key;
  IF v_lines IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'a row of orders is absent: load first, with the same scale';
  END IF;
  FOR v_line IN 1 .. 15 DO
    IF v_line <= v_lines THEN
      SET v_item = NULL;
      SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d
        INTO v_item, v_supply, v_quantity, v_amount, v_date
        FROM order_line WHERE ycsb_key = concat(v_key, '_', v_line);
      IF v_item IS NULL THEN
        SIGNAL SQLSTATE '45000'
          SET MESSAGE_TEXT = 'a row of order_line is absent: load first, with the same scale';
      END IF;
    END IF;
  END FOR;
  RETURN 0;
END
