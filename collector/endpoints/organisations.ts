import { changeSchedule } from './compliance/change-schedule.ts';
import { createSchedule } from './compliance/create-schedule.ts';
import { deleteComplianceReport } from './compliance/delete-compliance-report.ts';
import { deleteSchedule } from './compliance/delete-schedule.ts';
import { generateReport } from './compliance/generate-report.ts';
import { getComplianceReport } from './compliance/get-compliance-report.ts';
import { getSigningKey } from './compliance/get-signing-key.ts';
import { listComplianceReports } from './compliance/list-compliance-reports.ts';
import { listFrameworks } from './compliance/list-frameworks.ts';
import { listSchedules } from './compliance/list-schedules.ts';
import { verifyComplianceReport } from './compliance/verify-compliance-report.ts';
import { listContentProblems } from './content/list-content-problems.ts';
import { listProducts } from './marketplace/list-products.ts';
import { answerExercise } from './training/answer-exercise.ts';
import { getCapture } from './training/get-capture.ts';
import { getCourse } from './training/get-course.ts';
import { listCourses } from './training/list-courses.ts';
import { listProgress } from './training/list-progress.ts';
import { restartCourse } from './training/restart-course.ts';
import { getBrand } from './whitelabel/get-brand.ts';

/** The endpoints of what organisations ask for: compliance reports, training, the catalogue and their own brand. */
export const organisationEndpoints = [
  listProducts,
  listCourses,
  getCourse,
  getCapture,
  answerExercise,
  restartCourse,
  listProgress,
  listContentProblems,
  getBrand,
  generateReport,
  listFrameworks,
  listComplianceReports,
  getComplianceReport,
  deleteComplianceReport,
  verifyComplianceReport,
  listSchedules,
  createSchedule,
  changeSchedule,
  deleteSchedule,
  getSigningKey,
] as const;
