/** The variants of a game by their names: one of several, or options that go together, as in `closed-swift`. */

/** The options that can be switched on and off; none if the variants cannot be combined. */
export function optionsOf(variants: readonly string[]): readonly string[] {
  const combined = new Set(
    variants.filter((variant) => variant.includes("-")).flatMap((variant) => variant.split("-")),
  );
  return variants.filter((variant) => combined.has(variant));
}

export const isOn = (variant: string, option: string): boolean => variant.split("-").includes(option);

export function withOption(variants: readonly string[], variant: string, option: string, on: boolean): string {
  const wanted = optionsOf(variants).filter((each) => (each === option ? on : isOn(variant, each)));
  return wanted.join("-") || (variants[0] ?? "");
}
