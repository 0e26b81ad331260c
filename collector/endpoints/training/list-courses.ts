import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { z } from 'zod';
import { findText } from '../../domain/people/catalogue/find-text.ts';
import { levels } from '../../domain/people/training/course.ts';
import type { CoursePorts } from '../../domain/people/training/courses.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { conditionalJson } from '../content/conditional-json.ts';
import { courseSummarySchema, presentSummary } from './present-course.ts';

const answerSchema = z.object({
  count: countOnAllPages,
  courses: z.array(courseSummarySchema),
  limit: z.int(),
  offset: z.int(),
});

export const listCourses = defineEndpoint({
  method: 'GET',
  path: '/api/v2/training/courses',
  summary: 'List courses',
  description:
    'Returns courses about DNS security, whose exercises run against this installation. Operators ' +
    'can add courses in `courses/` of the content directory.',
  family: 'Catalogue and courses',
  access: 'public',
  conditional: true,
  query: z.object({
    level: z.enum(levels).optional(),
    topic: z.string().max(100).optional(),
    q: z.string().max(200).optional().describe('Words that must all occur, in the course or its lessons.'),
    ...pageParameters(50, 500),
  }),
  response: answerSchema,
  run({ query }, { courses }: CoursePorts) {
    const { level, topic, q, limit, offset } = query;
    const wanted = courses.current.items.filter(
      (course) =>
        (level === undefined || course.level === level) &&
        (topic === undefined || course.topics.includes(topic)),
    );
    const found = findText(wanted, q ?? '', (course) => [
      { text: course.title, weight: 8 },
      { text: `${course.topics.join(' ')} ${course.lessons.map(({ title }) => title).join(' ')}`, weight: 4 },
      { text: `${course.summary} ${course.lessons.map(({ summary }) => summary).join(' ')}`, weight: 2 },
      ...course.lessons.map(({ steps }) => ({
        text: steps.map((step) => `${step.title} ${step.text}`).join(' '),
        weight: 1,
      })),
    ]);
    const page = found.slice(offset, offset + limit).map(presentSummary);
    return conditionalJson(answerSchema, { count: found.length, courses: page, limit, offset });
  },
});
