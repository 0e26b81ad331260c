import { z } from 'zod';

/** `count` of a list that has pages. */
export const countOnAllPages = z.int().min(0).describe('How many there are on all pages.');
/** `count` of a list that has no pages, or a cursor in place of them: of what stands beside it. */
export const countInAnswer = z.int().min(0).describe('How many there are in this answer.');
