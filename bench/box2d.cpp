// Box2D: b2Rope for a chain, and distance joints between bodies without fixtures for all else.
// Neither gives access to its solver of links alone.

extern "C" {
#include "program.h"
}

#include <box2d/b2_rope.h>
#include <box2d/box2d.h>

#include <cmath>
#include <vector>

namespace
{

// What the library says of itself is a release behind.
const char *version()
{
    return BENCH_BOX2D;
}

float narrow(double value)
{
    return static_cast<float>(value);
}

// --- rope ---

struct rope_state {
    const bench_scenario *scenario;
    b2Rope rope;
};

// The rope shows where it is to nobody but a b2Draw.
class recorder : public b2Draw
{
  public:
    std::vector<b2Vec2> points;

    void DrawPoint(const b2Vec2 &p, float, const b2Color &) override
    {
        points.push_back(p);
    }

    void DrawPolygon(const b2Vec2 *, int32, const b2Color &) override
    {
    }

    void DrawSolidPolygon(const b2Vec2 *, int32, const b2Color &) override
    {
    }

    void DrawCircle(const b2Vec2 &, float, const b2Color &) override
    {
    }

    void DrawSolidCircle(const b2Vec2 &, float, const b2Vec2 &, const b2Color &) override
    {
    }

    void DrawSegment(const b2Vec2 &, const b2Vec2 &, const b2Color &) override
    {
    }

    void DrawTransform(const b2Transform &) override
    {
    }
};

void *create_rope(const bench_program *, const bench_scenario *scenario)
{
    const int count = scenario->particle_count;
    std::vector<b2Vec2> vertices(count);
    std::vector<float> masses(count);
    for (int i = 0; i < count; i++) {
        vertices[i].Set(narrow(scenario->x[0][i]), narrow(scenario->x[1][i]));
        masses[i] = scenario->pinned[i] ? 0 : narrow(scenario->mass[i]);
    }

    b2RopeDef def;
    def.vertices = vertices.data();
    def.masses = masses.data();
    def.count = count;
    def.gravity.Set(narrow(scenario->gravity[0]), narrow(scenario->gravity[1]));
    // links alone: none of its six models of bending
    def.tuning.bendingModel = static_cast<b2BendingModel>(b2_pbdTriangleBendingModel + 1);
    def.tuning.stretchStiffness = 1;

    auto *s = new rope_state{scenario, {}};
    s->rope.Create(def);
    return s;
}

void destroy_rope(void *memory)
{
    delete static_cast<rope_state *>(memory);
}

void step_rope(void *memory)
{
    auto *s = static_cast<rope_state *>(memory);
    s->rope.Step(narrow(s->scenario->dt), s->scenario->sweeps, b2Vec2(0, 0));
}

void read_rope(void *memory, double *const x[BENCH_AXES])
{
    auto *s = static_cast<rope_state *>(memory);
    recorder seen;
    s->rope.Draw(&seen);
    for (int i = 0; i < s->scenario->particle_count; i++) {
        x[0][i] = static_cast<double>(seen.points[i].x);
        x[1][i] = static_cast<double>(seen.points[i].y);
        x[2][i] = 0;
    }
}

// --- joints ---

// Box2D is made for things of 0.1 m to 10 m and takes no link shorter than its b2_linearSlop of
// 5 mm. The scenario is enlarged until its shortest link measures this.
constexpr double shortest_link = 0.1; // m

// Of 16 sweeps four go to the positions: near its manual's proportion of 8 to 3.
constexpr int position_share = 4;

struct joint_state {
    const bench_scenario *scenario;
    double scale;
    b2World world{b2Vec2(0, 0)};
    std::vector<b2Body *> bodies;

    explicit joint_state(const bench_scenario *of) : scenario(of)
    {
        double shortest = HUGE_VAL;
        for (int i = 0; i < of->link_count; i++)
            shortest = std::fmin(shortest, of->length[i]);
        scale = shortest_link / shortest;
    }
};

void add_body(joint_state *s, int i)
{
    b2BodyDef def;
    def.type = s->scenario->pinned[i] ? b2_staticBody : b2_dynamicBody;
    def.position.Set(narrow(s->scale * s->scenario->x[0][i]),
                     narrow(s->scale * s->scenario->x[1][i]));
    def.fixedRotation = true;
    def.allowSleep = false;
    b2Body *body = s->world.CreateBody(&def);
    b2MassData mass;
    mass.mass = narrow(s->scenario->mass[i]);
    mass.center.SetZero();
    mass.I = 0;
    body->SetMassData(&mass);
    s->bodies.push_back(body);
}

void add_joint(joint_state *s, int i)
{
    b2DistanceJointDef def;
    def.bodyA = s->bodies[s->scenario->from[i]];
    def.bodyB = s->bodies[s->scenario->to[i]];
    def.length = narrow(s->scale * s->scenario->length[i]);
    def.minLength = def.maxLength = def.length;
    s->world.CreateJoint(&def);
}

void *create_joints(const bench_program *, const bench_scenario *scenario)
{
    auto *s = new joint_state(scenario);
    s->world.SetGravity(
        b2Vec2(narrow(s->scale * scenario->gravity[0]), narrow(s->scale * scenario->gravity[1])));
    s->world.SetContinuousPhysics(false);
    for (int i = 0; i < scenario->particle_count; i++)
        add_body(s, i);
    for (int i = 0; i < scenario->link_count; i++)
        add_joint(s, i);
    return s;
}

void destroy_joints(void *memory)
{
    delete static_cast<joint_state *>(memory);
}

void step_joints(void *memory)
{
    auto *s = static_cast<joint_state *>(memory);
    s->world.Step(narrow(s->scenario->dt), s->scenario->sweeps - position_share, position_share);
}

void read_joints(void *memory, double *const x[BENCH_AXES])
{
    const auto *s = static_cast<joint_state *>(memory);
    for (int i = 0; i < s->scenario->particle_count; i++) {
        const b2Vec2 at = s->bodies[i]->GetPosition();
        x[0][i] = static_cast<double>(at.x) / s->scale;
        x[1][i] = static_cast<double>(at.y) / s->scale;
        x[2][i] = 0;
    }
}

bench_program rope()
{
    bench_program program{};
    program.name = "Box2D rope";
    program.arithmetic = "float, 2D";
    program.order = "along the chain";
    program.kinds = BENCH_CHAIN;
    program.threads = 1;
    program.version = version;
    program.create = create_rope;
    program.destroy = destroy_rope;
    program.step = step_rope;
    program.read = read_rope;
    return program;
}

bench_program joints()
{
    bench_program program = rope();
    program.name = "Box2D distance joints";
    program.order = "as it keeps them";
    program.kinds = BENCH_CLOTH | BENCH_MESH;
    program.most_links = 1000000; // the step of a cloth of 1024² takes some ten seconds
    program.create = create_joints;
    program.destroy = destroy_joints;
    program.step = step_joints;
    program.read = read_joints;
    return program;
}

} // namespace

extern "C" {
extern const bench_program bench_box2d_rope = rope();
extern const bench_program bench_box2d_joints = joints();
}
