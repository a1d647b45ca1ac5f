/** Whether the databases of all nodes hold the same, and what the cluster has signed. */
package io.hybridycsb.relational.node.audit;
