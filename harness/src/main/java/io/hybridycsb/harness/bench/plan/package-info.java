/** What is to be run: experiments as their files describe them, their points, and all runs. */
package io.hybridycsb.harness.bench.plan;
