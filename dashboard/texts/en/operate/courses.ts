import { many } from '../../../format/words.ts';

export const texts = {
  lead: 'Courses about DNS security, with exercises on this installation.',
  levels: {
    beginner: 'for beginners',
    intermediate: 'for readers who know the basics',
    advanced: 'for experts',
  },
  minutes: (minutes: string) => many(minutes, 'minute'),
  solved: (solved: string, all: string) => `${solved} of ${all} exercises solved`,
  all: 'All courses',
  begin: 'Start again',
  begun: 'The course starts again.',
  ask: 'Query this installation',
  capture: (id: string) => `Queries for this lesson: GET /api/v2/training/captures/${id}`,
  exercises: 'Exercises',
  answer: 'Answer',
  check: 'Check',
  domain: 'A domain that was scanned here',
  right: 'That is right.',
  wrong: 'Not yet.',
  done: 'solved',
  further: 'Further reading',
  empty: 'No courses are installed.',
} as const;
