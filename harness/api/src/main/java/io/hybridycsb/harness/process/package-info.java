/** Operating system processes: started detached, known by id and start time, seen in /proc. */
package io.hybridycsb.harness.process;
