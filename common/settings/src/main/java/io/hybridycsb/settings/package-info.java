/**
 * How programs are configured: typed properties, declared once, and where their values come from.
 */
package io.hybridycsb.settings;
