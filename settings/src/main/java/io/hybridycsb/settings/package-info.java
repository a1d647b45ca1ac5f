/** How servers are configured: by file, environment and flag, in one order. */
package io.hybridycsb.settings;
