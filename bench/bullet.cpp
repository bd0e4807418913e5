// Bullet's soft body: nodes and links, linear stiffness 1, positions iterations alone, no
// collisions, in a btSoftRigidDynamicsWorld. Its solver of links alone is PSolve_Links().

extern "C" {
#include "program.h"
}

#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

namespace
{

enum class link_order { listed, by_particle, reoptimized };

struct state {
    const bench_scenario *scenario;
    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btSoftRigidDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    btSoftBody *body = nullptr;

    explicit state(const bench_scenario *of) : scenario(of)
    {
    }
};

const char *version()
{
    static char text[16];
    std::snprintf(text, sizeof text, "%d.%02d", btGetVersion() / 100, btGetVersion() % 100);
    return text;
}

btScalar narrow(double value)
{
    return static_cast<btScalar>(value);
}

void place(void *memory, double *const x[BENCH_AXES])
{
    btSoftBody *body = static_cast<state *>(memory)->body;
    for (int i = 0; i < body->m_nodes.size(); i++) {
        btSoftBody::Node &node = body->m_nodes[i];
        node.m_x = btVector3(narrow(x[0][i]), narrow(x[1][i]), narrow(x[2][i]));
        node.m_q = node.m_x;
        node.m_v = node.m_f = btVector3(0, 0, 0);
    }
}

// Who makes a cloth with Bullet's own CreatePatch() gets its links particle by particle.
void sort_by_particle(std::vector<int> *order, const bench_scenario *scenario)
{
    const auto first = [scenario](int i) { return std::min(scenario->from[i], scenario->to[i]); };
    std::stable_sort(order->begin(), order->end(),
                     [first](int a, int b) { return first(a) < first(b); });
}

void append_links(btSoftBody *body, const bench_scenario *scenario, link_order wanted)
{
    std::vector<int> order(scenario->link_count);
    std::iota(order.begin(), order.end(), 0);
    if (wanted == link_order::by_particle)
        sort_by_particle(&order, scenario);
    for (int i : order)
        body->appendLink(scenario->from[i], scenario->to[i]);
    if (wanted == link_order::reoptimized)
        btSoftBodyHelpers::ReoptimizeLinkOrder(body);
}

btSoftBody *make_body(btSoftBodyWorldInfo *info, const bench_scenario *scenario, link_order order)
{
    const int count = scenario->particle_count;
    std::vector<btVector3> x(count);
    std::vector<btScalar> mass(count);
    for (int i = 0; i < count; i++) {
        x[i] = btVector3(narrow(scenario->x[0][i]), narrow(scenario->x[1][i]),
                         narrow(scenario->x[2][i]));
        mass[i] = scenario->pinned[i] ? 0 : narrow(scenario->mass[i]);
    }
    auto *body = new btSoftBody(info, count, x.data(), mass.data());
    append_links(body, scenario, order);
    body->m_materials[0]->m_kLST = 1;
    body->updateConstants(); // the links' share of each end, else made in the first step
    body->m_bUpdateRtCst = false;
    body->m_cfg.piterations = scenario->sweeps;
    body->m_cfg.viterations = 0;
    body->m_cfg.collisions = 0;
    body->m_cfg.kDP = 0;
    return body;
}

void *create(const bench_program *program, const bench_scenario *scenario)
{
    auto *s = new state(scenario);
    const btVector3 gravity(narrow(scenario->gravity[0]), narrow(scenario->gravity[1]),
                            narrow(scenario->gravity[2]));
    s->world.setGravity(gravity);
    s->world.getWorldInfo().m_gravity = gravity;
    s->body = make_body(&s->world.getWorldInfo(), scenario,
                        *static_cast<const link_order *>(program->settings));
    s->world.addSoftBody(s->body);
    return s;
}

void destroy(void *memory)
{
    auto *s = static_cast<state *>(memory);
    s->world.removeSoftBody(s->body);
    delete s->body;
    delete s;
}

void step(void *memory)
{
    auto *s = static_cast<state *>(memory);
    const btScalar h = narrow(s->scenario->dt);
    s->world.stepSimulation(h, 0, h);
}

void sweep(void *memory, int sweeps)
{
    auto *s = static_cast<state *>(memory);
    for (int i = 0; i < sweeps; i++)
        btSoftBody::PSolve_Links(s->body, 1, 0);
}

void read(void *memory, double *const x[BENCH_AXES])
{
    const btSoftBody *body = static_cast<state *>(memory)->body;
    for (int i = 0; i < body->m_nodes.size(); i++)
        for (int axis = 0; axis < BENCH_AXES; axis++)
            x[axis][i] = static_cast<double>(body->m_nodes[i].m_x[axis]);
}

constexpr link_order listed = link_order::listed, by_particle = link_order::by_particle,
                     reoptimized = link_order::reoptimized;

// A body of a million particles takes a minute to make: one order of its links has to do there.
constexpr int few_links = 1000000;

bench_program row(const char *name, const char *order, const void *settings, int most_links)
{
    bench_program program{};
    program.name = name;
    program.arithmetic = "float, 3D";
    program.order = order;
    program.kinds = BENCH_CHAIN | BENCH_CLOTH | BENCH_MESH;
    program.most_links = most_links;
    program.threads = 1;
    program.settings = settings;
    program.version = version;
    program.create = create;
    program.destroy = destroy;
    program.place = place;
    program.step = step;
    program.sweep = sweep;
    program.read = read;
    return program;
}

} // namespace

extern "C" {
extern const bench_program bench_bullet[] = {
    row("Bullet", "as CreatePatch() makes them", &by_particle, few_links),
    row("Bullet listed", "as listed", &listed, 0),
    row("Bullet reordered", "by ReoptimizeLinkOrder()", &reoptimized, few_links),
};
extern const int bench_bullet_count = sizeof bench_bullet / sizeof *bench_bullet;
}
