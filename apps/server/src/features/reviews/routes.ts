import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import {
  answerReview,
  askForReview,
  changeReview,
  endReview,
  listReviews,
  listWaiting,
  remind,
  type ReviewsDeps,
} from './service.ts';

const oneOf = ({ id, reviewId }: { id: string; reviewId: string }) => ({
  documentId: id,
  reviewId,
});

/** Registers the routes of review rounds. */
export function reviewsRoutes(route: Route, deps: ReviewsDeps): void {
  route(endpoints.listReviews, ({ user, params, query }) =>
    listReviews(deps, user.id, { documentId: params.id, ...query }),
  );
  route(endpoints.createReview, ({ user, params, body }) =>
    askForReview(deps, user.id, { documentId: params.id, ...body }),
  );
  route(endpoints.updateReview, ({ user, params, body }) =>
    changeReview(deps, user.id, { ...oneOf(params), change: body }),
  );
  route(endpoints.answerReview, ({ user, params, body }) =>
    answerReview(deps, user.id, { ...oneOf(params), answer: body }),
  );
  route(endpoints.endReview, ({ user, params, body }) =>
    endReview(deps, user.id, { ...oneOf(params), as: body.as }),
  );
  route(endpoints.remindReviewers, ({ user, params }) => remind(deps, user.id, oneOf(params)));
  route(endpoints.listWaitingReviews, ({ user, query }) => listWaiting(deps, user.id, query));
}
