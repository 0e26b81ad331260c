import { z } from 'zod';
import { type CoursePorts, requireCourse } from '../../domain/people/training/courses.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { conditionalJson } from '../content/conditional-json.ts';
import { contentIdSchema, courseSchema, presentCourse } from './present-course.ts';

export const getCourse = defineEndpoint({
  method: 'GET',
  path: '/api/v2/training/courses/{course_id}',
  summary: 'Show a course with its lessons',
  description: 'Returns the steps and exercises, without the answers.',
  family: 'Catalogue and courses',
  access: 'public',
  conditional: true,
  params: z.object({ course_id: contentIdSchema }),
  response: courseSchema,
  errors: ['not_found'],
  run: ({ params }, ports: CoursePorts) =>
    conditionalJson(courseSchema, presentCourse(requireCourse(params.course_id, ports))),
});
