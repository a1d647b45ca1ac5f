-- New-Order (2.4). An item that does not exist forbids it in the end: what was written is rolled back.
-- The lists have an element for each line, with blanks between them.
BEGIN
  DECLARE v_unknown BIGINT;
  DECLARE v_item BIGINT;
  DECLARE v_supply BIGINT;
  DECLARE v_price BIGINT;
  DECLARE v_amount BIGINT;
  DECLARE v_sum BIGINT;
  DECLARE v_total BIGINT;
  DECLARE v_quantity BIGINT;
  DECLARE v_left BIGINT;
  DECLARE v_remote BIGINT;
  DECLARE v_local BIGINT;
  DECLARE v_last BIGINT;
  DECLARE v_order BIGINT;
  DECLARE v_tax BIGINT;
  DECLARE v_district_tax BIGINT;
  DECLARE v_discount BIGINT;
  DECLARE v_name TEXT CHARACTER SET utf8mb4;
  DECLARE v_item_data TEXT CHARACTER SET utf8mb4;
  DECLARE v_stock_data TEXT CHARACTER SET utf8mb4;
  DECLARE v_brands TEXT CHARACTER SET utf8mb4;
  DECLARE v_last_name TEXT CHARACTER SET utf8mb4;
  DECLARE v_credit TEXT CHARACTER SET utf8mb4;
  DECLARE v_stock TEXT CHARACTER SET utf8mb4;
  DECLARE v_key TEXT CHARACTER SET utf8mb4;
  DECLARE v_info TEXT CHARACTER SET utf8mb4;
  SET v_brands = '';
  SET v_local = 1;
  SET v_unknown = 0;
  SET v_sum = 0;
  SELECT CAST(c_last_o_id AS SIGNED), CAST(c_discount AS SIGNED), c_last, c_credit
    INTO v_last, v_discount, v_last_name, v_credit
    FROM customer WHERE ycsb_key = concat(p_warehouse, '_', p_district, '_', p_customer) FOR UPDATE;
  IF v_last IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'a row of customer is absent: load first, with the same scale';
  END IF;
  SELECT CAST(d_next_o_id AS SIGNED), CAST(d_tax AS SIGNED) INTO v_order, v_district_tax
    FROM district WHERE ycsb_key = concat(p_warehouse, '_', p_district) FOR UPDATE;
  IF v_order IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'a row of district is absent: load first, with the same scale';
  END IF;
  SELECT CAST(w_tax AS SIGNED) INTO v_tax
    FROM warehouse WHERE ycsb_key = CAST(p_warehouse AS CHAR);
  IF v_tax IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'a row of warehouse is absent: load first, with the same scale';
  END IF;
  SET v_key = concat(p_warehouse, '_', p_district, '_', v_order);
  FOR v_i IN 1 .. 15 DO
    IF v_i <= p_lines THEN
      SET v_item = CAST(substring_index(substring_index(p_items, ' ', v_i), ' ', -1) AS SIGNED);
      SET v_price = NULL;
      SELECT CAST(i_price AS SIGNED), i_name, i_data INTO v_price, v_name, v_item_data
        FROM item WHERE ycsb_key = CAST(v_item AS CHAR);
      IF v_price IS NULL THEN
        SET v_unknown = 1;
      ELSE
        SET v_supply = CAST(substring_index(substring_index(p_supplies, ' ', v_i), ' ', -1) AS SIGNED);
        SET v_stock = concat(v_supply, '_', v_item);
        SET v_quantity = CAST(substring_index(substring_index(p_quantities, ' ', v_i), ' ', -1) AS SIGNED);
        SET v_remote = 0;
        IF v_supply <> p_warehouse THEN
          SET v_remote = 1;
          SET v_local = 0;
        END IF;
        SET v_left = NULL;
        SELECT
            CAST(s_quantity AS SIGNED),
            CASE p_district
              WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02
              WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04
              WHEN 5 THEN s_dist_05 WHEN 6 THEN s_dist_06
              WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08
              WHEN 9 THEN s_dist_09 WHEN 10 THEN s_dist_10
            END,
            s_data
          INTO v_left, v_info, v_stock_data
          FROM stock WHERE ycsb_key = v_stock FOR UPDATE;
        IF v_left IS NULL THEN
          SIGNAL SQLSTATE '45000'
            SET MESSAGE_TEXT = 'a row of stock is absent: load first, with the same scale';
        END IF;
        SET v_left = v_left - v_quantity;
        IF v_left < 10 THEN
          SET v_left = v_left + 91;
        END IF;
        UPDATE stock SET
            s_quantity = v_left,
            s_ytd = CAST(s_ytd AS SIGNED) + v_quantity,
            s_order_cnt = CAST(s_order_cnt AS SIGNED) + 1,
            s_remote_cnt = CAST(s_remote_cnt AS SIGNED) + v_remote,
            ycsb_version = ycsb_version + 1
          WHERE ycsb_key = v_stock;
        SET v_amount = v_price * v_quantity;
        SET v_sum = v_sum + v_amount;
        IF locate('ORIGINAL', v_item_data) > 0 AND locate('ORIGINAL', v_stock_data) > 0 THEN
          SET v_brands = concat(v_brands, ' B');
        ELSE
          SET v_brands = concat(v_brands, ' G');
        END IF;
        INSERT INTO order_line (
            ycsb_key, ycsb_version, ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id,
            ol_quantity, ol_amount, ol_dist_info)
          VALUES (
            concat(v_key, '_', v_i),
            1,
            v_order,
            p_district,
            p_warehouse,
            v_i,
            v_item,
            v_supply,
            v_quantity,
            v_amount,
            v_info);
      END IF;
    END IF;
  END FOR;
  SET v_total = v_sum * (10000 - v_discount) * (10000 + v_tax + v_district_tax) DIV 100000000;
  UPDATE district SET
      d_next_o_id = v_order + 1,
      ycsb_version = ycsb_version + 1
    WHERE ycsb_key = concat(p_warehouse, '_', p_district);
  UPDATE customer SET
      c_last_o_id = v_order,
      ycsb_version = ycsb_version + 1
    WHERE ycsb_key = concat(p_warehouse, '_', p_district, '_', p_customer);
  INSERT INTO orders (
      ycsb_key, ycsb_version, o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_all_local, o_ol_cnt)
    VALUES (
      v_key,
      1,
      v_order,
      p_district,
      p_warehouse,
      p_customer,
      p_entry,
      v_local,
      p_lines);
  INSERT INTO new_order (
      ycsb_key, ycsb_version, no_o_id, no_d_id, no_w_id)
    VALUES (
      v_key,
      1,
      v_order,
      p_district,
      p_warehouse);
  IF v_unknown = 1 THEN
    RETURN NULL;
  END IF;
  RETURN 1;
END
