/** The traits that follow from a name alone; the traits of rows (`rows/row-traits.ts`) have them, too. */
export const nameTraits = { told: 2, outside: 4, carrying: 8 } as const;
