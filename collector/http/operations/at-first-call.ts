/** Puts the making of a function off to its first call: of hundreds of operations most are never asked between two starts. */
export function atFirstCall<Given extends readonly unknown[], Result>(
  make: () => (...given: Given) => Result,
): (...given: Given) => Result {
  let made: ((...given: Given) => Result) | undefined;
  return (...given) => {
    made ??= make();
    return made(...given);
  };
}
