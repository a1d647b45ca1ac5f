/**
 * What all YCSB bindings share: statuses, loud failure, one client per process, operation
 * histories. A binding extends {@link io.hybridycsb.ycsb.support.BindingDb}.
 */
package io.hybridycsb.ycsb.support;
