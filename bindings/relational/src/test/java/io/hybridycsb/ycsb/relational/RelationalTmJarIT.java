package io.hybridycsb.ycsb.relational;

class RelationalTmJarIT extends RelationalJarContract {
  RelationalTmJarIT() {
    super("relational-tm", RelationalTmClient.class);
  }
}
