/** Bindings, systems and programs that pages tell how to write, built as they say. */
package io.hybridycsb.it.extending;
