import { z } from 'zod';

/** The payloads of events share these parts. */
export const domainSchema = z.string().min(1).max(253);
export const timestampSchema = z.iso.datetime();
