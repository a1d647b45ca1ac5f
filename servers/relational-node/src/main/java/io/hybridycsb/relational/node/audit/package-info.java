/** Whether the databases of all nodes hold the same, and what the validators have signed. */
package io.hybridycsb.relational.node.audit;
