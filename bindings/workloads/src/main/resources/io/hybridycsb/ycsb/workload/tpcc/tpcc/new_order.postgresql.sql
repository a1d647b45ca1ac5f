-- New-Order (2.4). An item that does not exist forbids it in the end: what was written is rolled back.
-- The lists have an element for each line, with blanks between them.
DECLARE
  v_unknown bigint;
  v_item bigint;
  v_supply bigint;
  v_price bigint;
  v_amount bigint;
  v_sum bigint;
  v_total bigint;
  v_quantity bigint;
  v_left bigint;
  v_remote bigint;
  v_local bigint;
  v_last bigint;
  v_order bigint;
  v_tax bigint;
  v_district_tax bigint;
  v_discount bigint;
  v_name varchar(16383);
  v_item_data varchar(16383);
  v_stock_data varchar(16383);
  v_brands varchar(16383);
  v_last_name varchar(16383);
  v_credit varchar(16383);
  v_stock varchar(16383);
  v_key varchar(16383);
  v_info varchar(16383);
BEGIN
  v_brands := '';
  v_local := 1;
  v_unknown := 0;
  v_sum := 0;
  SELECT
      CAST(convert_from(c_last_o_id, 'UTF8') AS bigint),
      CAST(convert_from(c_discount, 'UTF8') AS bigint),
      convert_from(c_last, 'UTF8'),
      convert_from(c_credit, 'UTF8')
    INTO v_last, v_discount, v_last_name, v_credit
    FROM customer WHERE ycsb_key = concat(p_warehouse, '_', p_district, '_', p_customer);
  IF v_last IS NULL THEN
    RAISE EXCEPTION 'a row of customer is absent: load first, with the same scale';
  END IF;
  SELECT
      CAST(convert_from(d_next_o_id, 'UTF8') AS bigint),
      CAST(convert_from(d_tax, 'UTF8') AS bigint)
    INTO v_order, v_district_tax
    FROM district WHERE ycsb_key = concat(p_warehouse, '_', p_district);
  IF v_order IS NULL THEN
    RAISE EXCEPTION 'a row of district is absent: load first, with the same scale';
  END IF;
  SELECT CAST(convert_from(w_tax, 'UTF8') AS bigint) INTO v_tax
    FROM warehouse WHERE ycsb_key = CAST(p_warehouse AS text);
  IF v_tax IS NULL THEN
    RAISE EXCEPTION 'a row of warehouse is absent: load first, with the same scale';
  END IF;
  v_key := concat(p_warehouse, '_', p_district, '_', v_order);
  FOR v_i IN 1 .. 15 LOOP
    IF v_i <= p_lines THEN
      v_item := CAST(split_part(p_items, ' ', v_i) AS bigint);
      SELECT
          CAST(convert_from(i_price, 'UTF8') AS bigint),
          convert_from(i_name, 'UTF8'),
          convert_from(i_data, 'UTF8')
        INTO v_price, v_name, v_item_data
        FROM item WHERE ycsb_key = CAST(v_item AS text);
      IF v_price IS NULL THEN
        v_unknown := 1;
      ELSE
        v_supply := CAST(split_part(p_supplies, ' ', v_i) AS bigint);
        v_stock := concat(v_supply, '_', v_item);
        v_quantity := CAST(split_part(p_quantities, ' ', v_i) AS bigint);
        v_remote := 0;
        IF v_supply <> p_warehouse THEN
          v_remote := 1;
          v_local := 0;
        END IF;
        SELECT
            CAST(convert_from(s_quantity, 'UTF8') AS bigint),
            convert_from(CASE p_district
              WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02
              WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04
              WHEN 5 THEN s_dist_05 WHEN 6 THEN s_dist_06
              WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08
              WHEN 9 THEN s_dist_09 WHEN 10 THEN s_dist_10
            END, 'UTF8'),
            convert_from(s_data, 'UTF8')
          INTO v_left, v_info, v_stock_data
          FROM stock WHERE ycsb_key = v_stock;
        IF v_left IS NULL THEN
          RAISE EXCEPTION 'a row of stock is absent: load first, with the same scale';
        END IF;
        v_left := v_left - v_quantity;
        IF v_left < 10 THEN
          v_left := v_left + 91;
        END IF;
        UPDATE stock SET
            s_quantity = convert_to(CAST(v_left AS text), 'UTF8'),
            s_ytd = convert_to(CAST(CAST(convert_from(s_ytd, 'UTF8') AS bigint) + v_quantity AS text), 'UTF8'),
            s_order_cnt = convert_to(CAST(CAST(convert_from(s_order_cnt, 'UTF8') AS bigint) + 1 AS text), 'UTF8'),
            s_remote_cnt = convert_to(CAST(CAST(convert_from(s_remote_cnt, 'UTF8') AS bigint) + v_remote AS text), 'UTF8'),
            ycsb_version = ycsb_version + 1
          WHERE ycsb_key = v_stock;
        v_amount := v_price * v_quantity;
        v_sum := v_sum + v_amount;
        IF strpos(v_item_data, 'ORIGINAL') > 0 AND strpos(v_stock_data, 'ORIGINAL') > 0 THEN
          v_brands := concat(v_brands, ' B');
        ELSE
          v_brands := concat(v_brands, ' G');
        END IF;
        INSERT INTO order_line (
            ycsb_key, ycsb_version, ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id,
            ol_quantity, ol_amount, ol_dist_info)
          VALUES (
            concat(v_key, '_', v_i),
            1,
            convert_to(CAST(v_order AS text), 'UTF8'),
            convert_to(CAST(p_district AS text), 'UTF8'),
            convert_to(CAST(p_warehouse AS text), 'UTF8'),
            convert_to(CAST(v_i AS text), 'UTF8'),
            convert_to(CAST(v_item AS text), 'UTF8'),
            convert_to(CAST(v_supply AS text), 'UTF8'),
            convert_to(CAST(v_quantity AS text), 'UTF8'),
            convert_to(CAST(v_amount AS text), 'UTF8'),
            convert_to(v_info, 'UTF8'));
      END IF;
    END IF;
  END LOOP;
  v_total := v_sum * (10000 - v_discount) * (10000 + v_tax + v_district_tax) / 100000000;
  UPDATE district SET
      d_next_o_id = convert_to(CAST(v_order + 1 AS text), 'UTF8'),
      ycsb_version = ycsb_version + 1
    WHERE ycsb_key = concat(p_warehouse, '_', p_district);
  UPDATE customer SET
      c_last_o_id = convert_to(CAST(v_order AS text), 'UTF8'),
      ycsb_version = ycsb_version + 1
    WHERE ycsb_key = concat(p_warehouse, '_', p_district, '_', p_customer);
  INSERT INTO orders (
      ycsb_key, ycsb_version, o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_all_local, o_ol_cnt)
    VALUES (
      v_key,
      1,
      convert_to(CAST(v_order AS text), 'UTF8'),
      convert_to(CAST(p_district AS text), 'UTF8'),
      convert_to(CAST(p_warehouse AS text), 'UTF8'),
      convert_to(CAST(p_customer AS text), 'UTF8'),
      convert_to(CAST(p_entry AS text), 'UTF8'),
      convert_to(CAST(v_local AS text), 'UTF8'),
      convert_to(CAST(p_lines AS text), 'UTF8'));
  INSERT INTO new_order (
      ycsb_key, ycsb_version, no_o_id, no_d_id, no_w_id)
    VALUES (
      v_key,
      1,
      convert_to(CAST(v_order AS text), 'UTF8'),
      convert_to(CAST(p_district AS text), 'UTF8'),
      convert_to(CAST(p_warehouse AS text), 'UTF8'));
  IF v_unknown = 1 THEN
    RETURN NULL;
  END IF;
  RETURN 1;
END
