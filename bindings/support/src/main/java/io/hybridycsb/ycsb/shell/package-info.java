/** YCSB's commands by hand: what {@code bin/ycsb shell} runs in place of YCSB's own shell. */
package io.hybridycsb.ycsb.shell;
