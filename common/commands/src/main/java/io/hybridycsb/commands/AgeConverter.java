package io.hybridycsb.commands;

import io.hybridycsb.verification.AgeLimit;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A limit of a block's age, as users give it in seconds. */
public final class AgeConverter implements ITypeConverter<AgeLimit> {
  @Override
  public AgeLimit convert(String seconds) {
    try {
      return AgeLimit.parse(seconds);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
