import { z } from 'zod';

/** This count is `count` of a list that has pages. */
export const countOnAllPages = z.int().min(0).describe('Number of items on all pages.');
/** This count is `count` of a list that has no pages, or a cursor in place of them: it counts the items beside it. */
export const countInAnswer = z.int().min(0).describe('Number of items in this answer.');
