import type { GraphQLFieldResolver } from 'graphql';

/** Spells `queryName` as REST does: `query_name`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A field's value is what the object has under its name, or under the name that REST has for it. */
export const fieldOfEitherName: GraphQLFieldResolver<unknown, unknown> = (source, _given, _context, info) => {
  const object = source as Readonly<Record<string, unknown>>;
  const { fieldName } = info;
  return Object.hasOwn(object, fieldName) ? object[fieldName] : object[snakeCase(fieldName)];
};
