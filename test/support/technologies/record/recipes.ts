import type { Recipe } from './recipe.ts';
import { debianRecipes } from './recipes/debian.ts';
import { libraryRecipes } from './recipes/libraries.ts';
import { nodeServerRecipes } from './recipes/node-servers.ts';
import { nodeSiteRecipes } from './recipes/node-sites.ts';
import { pythonRecipes } from './recipes/python.ts';

/** All recipes by their group, which is the name of the file that they are recorded in. */
export const recipes: Readonly<Record<string, readonly Recipe[]>> = {
  debian: debianRecipes,
  libraries: libraryRecipes,
  'node-servers': nodeServerRecipes,
  'node-sites': nodeSiteRecipes,
  python: pythonRecipes,
};
