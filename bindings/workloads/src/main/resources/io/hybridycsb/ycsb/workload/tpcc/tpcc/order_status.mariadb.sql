-- Order-Status (2.6): a customer's newest order with its lines.
BEGIN
  DECLARE v_customer BIGINT;
  DECLARE v_count BIGINT;
  DECLARE v_order BIGINT;
  DECLARE v_entry BIGINT;
  DECLARE v_carrier BIGINT;
  DECLARE v_balance BIGINT;
  DECLARE v_ids TEXT CHARACTER SET utf8mb4;
  DECLARE v_items TEXT CHARACTER SET utf8mb4;
  DECLARE v_supplies TEXT CHARACTER SET utf8mb4;
  DECLARE v_quantities TEXT CHARACTER SET utf8mb4;
  DECLARE v_amounts TEXT CHARACTER SET utf8mb4;
  DECLARE v_dates TEXT CHARACTER SET utf8mb4;
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
  SELECT
      CAST(o_entry_d AS SIGNED),
      CAST(o_carrier_id AS SIGNED),
      ol_i_id,
      ol_supply_w_id,
      ol_quantity,
      ol_amount,
      ol_delivery_d
    INTO v_entry, v_carrier, v_items, v_supplies, v_quantities, v_amounts, v_dates
    FROM orders WHERE ycsb_key = concat(p_warehouse, '_', p_district, '_', v_order);
  IF v_items IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'a row of orders is absent: load first, with the same scale';
  END IF;
  RETURN 0;
END
