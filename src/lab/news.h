#pragma once
/// How fast the news of a pull crosses a body of links that was at rest.
///
/// One particle, the source, is pulled away. Each step in which it is away from where it was
/// counts. The news has reached a particle that has moved by more than VL_NEWS_PART of the way of
/// the source; it has crossed the body when it has reached the farthest particle: that which is
/// most links away from the source, of several the one that is farthest in a straight line.

#include "physics/model/world.h"

#define VL_NEWS_PART 0.01 ///< of the way of the source

typedef struct vl_news vl_news;

/// Begins to look at what is linked to the particle in slot `source`, from where all are now. NULL
/// where the links lead from it to nothing that can move, or where another particle that they lead
/// to moves at more than 1e-6 m/s: the world must be synchronised. Free with vl_news_free().
vl_news *vl_news_create(const vl_world *world, int source);

/// NULL is allowed.
void vl_news_free(vl_news *news);

/// Looks at the world after a step.
void vl_news_look(vl_news *news, const vl_world *world);

/// Steps since the source was pulled, until the news has crossed or up to now; 0 before.
int vl_news_steps(const vl_news *news);

/// Links from the source to the most distant particle that the news has reached; to the farthest of
/// all.
int vl_news_reached(const vl_news *news);
int vl_news_farthest(const vl_news *news);

/// Of the links it was made for (vl_links).
int vl_news_version(const vl_news *news);

bool vl_news_has_crossed(const vl_news *news);
