import { optional, settingsAbout } from '@sonde/shared/settings/setting.ts';
import { text } from '@sonde/shared/settings/setting-types.ts';

/** Content settings name the directory of an operator's own content. */
export const contentSettings = {
  ...settingsAbout('Content', 'SONDE_', {
    contentDirectory: optional(text, {
      env: 'SONDE_CONTENT_DIRECTORY',
      flag: '--content-directory',
      placeholder: 'DIRECTORY',
      help: "The operator's own products, courses, brands and frameworks, in folders of these names (docs/content.md). Changed files are taken over within seconds.",
    }),
  }),
} as const;
