import { z } from 'zod';
import { byId } from '../asked.ts';
import { endpoint } from '../endpoint.ts';
import {
  newReview,
  review,
  reviewAnswer,
  reviewChange,
  reviewEnd,
  waitingReview,
} from '../review.ts';
import { pagesOf, signedIn } from '../signed-in.ts';
import { id } from '../text.ts';

const byIdAndReview = z.object({ id, reviewId: id });

/** Review rounds. */
export const reviewsEndpoints = {
  listReviews: endpoint({
    method: 'GET',
    path: '/api/v1/documents/{id}/reviews',
    summary: 'List the reviews of a document, newest first',
    params: byId,
    ...pagesOf(review),
    refuses: ['not_found'],
  }),
  createReview: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/reviews',
    summary: 'Request a review of a version of a document; its status becomes in_review',
    ...signedIn,
    params: byId,
    body: newReview,
    status: 201,
    answer: review,
    refuses: ['not_found', 'not_allowed', 'archived', 'locked', 'review_open', 'cannot_review'],
  }),
  updateReview: endpoint({
    method: 'PATCH',
    path: '/api/v1/documents/{id}/reviews/{reviewId}',
    summary: 'Change the reviewers, due date or message of a review',
    ...signedIn,
    params: byIdAndReview,
    body: reviewChange,
    status: 200,
    answer: review,
    refuses: ['not_found', 'not_allowed', 'archived', 'review_over', 'cannot_review'],
  }),
  answerReview: endpoint({
    method: 'PUT',
    path: '/api/v1/documents/{id}/reviews/{reviewId}/answer',
    summary:
      'Submit a response as a reviewer. After the last approval the text is saved as a version and the status becomes approved',
    ...signedIn,
    params: byIdAndReview,
    body: reviewAnswer,
    status: 200,
    answer: review,
    refuses: ['not_found', 'not_allowed', 'archived', 'review_over'],
  }),
  endReview: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/reviews/{reviewId}/end',
    summary: 'Close or cancel a review before all reviewers have approved',
    ...signedIn,
    params: byIdAndReview,
    body: reviewEnd,
    status: 200,
    answer: review,
    refuses: ['not_found', 'not_allowed', 'archived', 'review_over'],
  }),
  remindReviewers: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/reviews/{reviewId}/remind',
    summary: 'Remind pending reviewers, at most once in twelve hours',
    ...signedIn,
    params: byIdAndReview,
    status: 204,
    answer: null,
    refuses: ['not_found', 'not_allowed', 'archived', 'review_over', 'too_many'],
  }),
  listWaitingReviews: endpoint({
    method: 'GET',
    path: '/api/v1/waiting/reviews',
    summary: 'List reviews that wait for a response of the caller, earliest due date first',
    ...pagesOf(waitingReview),
    refuses: [],
  }),
} as const;
