#include "testing.h"

int main(void)
{
    return test_run_all("tests", NULL, NULL);
}
