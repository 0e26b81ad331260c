import { alpineAnswers } from './alps-and-atlantic.ts';
import { asianAnswers } from './asia.ts';
import { centralAnswers } from './central-europe.ts';
import { easternAnswers } from './eastern-europe.ts';
import { farEasternAnswers } from './far-east.ts';
import { genericAnswers } from './generic-domains.ts';
import { latinAnswers } from './latin-america.ts';
import { nearEasternAnswers } from './near-east-and-oceania.ts';
import { northernAnswers } from './northern-europe.ts';
import type { RecordedAnswers } from './recorded-answer.ts';
import { westernAnswers } from './western-europe.ts';

/** All recorded forms of answers about domains. */
export const recordedAnswers: RecordedAnswers = {
  ...genericAnswers,
  ...westernAnswers,
  ...alpineAnswers,
  ...northernAnswers,
  ...centralAnswers,
  ...easternAnswers,
  ...farEasternAnswers,
  ...asianAnswers,
  ...nearEasternAnswers,
  ...latinAnswers,
};
