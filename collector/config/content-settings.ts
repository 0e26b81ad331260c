import { optional, settingsAbout } from '@sonde/shared/settings/setting.ts';
import { text } from '@sonde/shared/settings/setting-types.ts';

/** Content settings name the directory of an operator's own content. */
export const contentSettings = {
  ...settingsAbout('Content', 'SONDE_', {
    contentDirectory: optional(text, {
      env: 'SONDE_CONTENT_DIRECTORY',
      flag: '--content-directory',
      placeholder: 'DIRECTORY',
      help: 'A directory with your own products, courses, brands and frameworks, in folders of these names (docs/content.md). The collector loads changed files within seconds.',
    }),
  }),
} as const;
