import { z } from 'zod';

/** Parts that the payloads of events share. */
export const domainSchema = z.string().min(1).max(253);
export const timestampSchema = z.iso.datetime();
