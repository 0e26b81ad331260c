import { z } from 'zod';

/** The resolver modules are the modules that can run beside a resolver, each with a key of its own. */
export const resolverModules = ['threat_intel', 'analytics', 'policy'] as const;
export const resolverModuleSchema = z.enum(resolverModules);
export type ResolverModule = z.infer<typeof resolverModuleSchema>;
