import { many } from '../../../format/words.ts';

export const texts = {
  lead: 'The security of the DNS, learnt on this very installation.',
  levels: {
    beginner: 'for beginners',
    intermediate: 'for those who know the basics',
    advanced: 'for those who know much',
  },
  minutes: (minutes: string) => many(minutes, 'minute'),
  solved: (solved: string, all: string) => `${solved} of ${all} exercises solved`,
  all: 'All courses',
  begin: 'Begin anew',
  begun: 'The course begins anew.',
  ask: 'Ask of this installation',
  capture: (id: string) => `Queries for this lesson: GET /api/v2/training/captures/${id}`,
  exercises: 'Exercises',
  answer: 'Answer',
  check: 'Check',
  domain: 'A domain that was scanned here',
  right: 'That is right.',
  wrong: 'Not yet.',
  done: 'solved',
  further: 'Further reading',
  empty: 'There is no course.',
} as const;
